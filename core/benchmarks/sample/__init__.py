"""The sample lake: real tables cut into fragments, with a ground truth that is partly wrong."""
