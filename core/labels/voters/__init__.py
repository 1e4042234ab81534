"""What is told of each voter: agreement, drift, speed, weight, and judges that are one voice."""
