"""Writes the same table with other programs' Parquet writers, in the shapes that README.md lists.

    python3 -m venv venv && venv/bin/pip install pyarrow polars fastparquet && venv/bin/python make.py

DuckDB's own files come from make-duckdb.js. expected.json is written before any Parquet writer has
seen the values, so that no reader decides what is right.
"""

import datetime
import json
import os
import random

import fastparquet
import numpy
import pandas
import polars
import pyarrow
import pyarrow.parquet

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROWS = 40
FLOATS = ["model_p0", "model_p1", "model_p2"]
TYPES = {
    "id": pyarrow.string(),
    "label": pyarrow.int64(),
    **{name: pyarrow.float32() for name in FLOATS},
    "expert_label": pyarrow.int32(),
    "f_small": pyarrow.int8(),
    "f_wide": pyarrow.float64(),
    "f_large": pyarrow.int64(),
    "group": pyarrow.string(),
    "time": pyarrow.timestamp("ms"),
}


def make_columns(gaps):
    random.seed(11)
    columns = {name: [] for name in TYPES}
    for row in range(ROWS):
        # Sixteenths sum to one in every float.
        first = random.randrange(1, 12)
        second = random.randrange(1, 16 - first)
        columns["id"].append(f"case-{row * 7919}-größe")
        columns["label"].append(random.randrange(3))
        for name, part in zip(FLOATS, [first, second, 16 - first - second]):
            columns[name].append(part / 16)
        columns["expert_label"].append(None if gaps and row % 5 == 3 else random.randrange(3))
        columns["f_small"].append(random.randrange(-100, 100))
        columns["f_wide"].append(random.gauss(0, 1000))
        columns["f_large"].append(random.randrange(-(2**40), 2**40))
        columns["group"].append(random.choice(["north", "south", "a place with a long name"]))
        columns["time"].append(1_700_000_000_000 + row * 86_399_999)
    return columns


def arrow_table(columns, gaps):
    schema = pyarrow.schema(
        [pyarrow.field(name, kind, nullable=gaps) for name, kind in TYPES.items()]
    )
    return pyarrow.table(columns, schema=schema)


def write_pyarrow(columns, gaps):
    for pages in ["1.0", "2.0"]:
        for dictionary in [True, False]:
            for codec in ["none", "snappy", "gzip", "zstd"]:
                name = f"pyarrow-v{pages[0]}-{'dictionary' if dictionary else 'plain'}-{codec}-{'nullable' if gaps else 'required'}"
                pyarrow.parquet.write_table(
                    arrow_table(columns, gaps),
                    f"{FOLDER}/{name}.parquet",
                    data_page_version=pages,
                    use_dictionary=dictionary,
                    compression=codec,
                    # Several pages and row groups, and what newer writers put into headers.
                    data_page_size=64,
                    row_group_size=25,
                    write_page_index=dictionary,
                    write_page_checksum=not dictionary,
                    store_schema=False,
                )


def write_polars(columns):
    frame = polars.from_arrow(arrow_table(columns, True))
    for codec in ["uncompressed", "snappy", "gzip", "zstd"]:
        frame.write_parquet(
            f"{FOLDER}/polars-{codec}.parquet", compression=codec, row_group_size=25
        )


def write_fastparquet(columns):
    frame = pandas.DataFrame({name: columns[name] for name in TYPES if name not in ["time", "expert_label"]})
    for name in FLOATS:
        frame[name] = frame[name].astype("float32")
    frame["f_small"] = frame["f_small"].astype("int8")
    frame["expert_label"] = pandas.array(columns["expert_label"], dtype="Int32")
    frame["time"] = pandas.to_datetime(columns["time"], unit="ms")
    frame["group"] = frame["group"].astype(object)
    frame["id"] = frame["id"].astype(object)
    for codec in ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD"]:
        fastparquet.write(
            f"{FOLDER}/fastparquet-{codec.lower()}.parquet",
            frame,
            compression=codec,
            row_group_offsets=25,
            object_encoding="utf8",
        )


both = {gaps: make_columns(gaps) for gaps in [True, False]}
with open(f"{FOLDER}/expected.json", "w") as file:
    json.dump({"nullable": both[True], "required": both[False]}, file, ensure_ascii=False)
    file.write("\n")
for gaps, columns in both.items():
    write_pyarrow(columns, gaps)
write_polars(both[True])
write_fastparquet(both[True])
print(
    f"pyarrow {pyarrow.__version__}, polars {polars.__version__}, fastparquet {fastparquet.__version__}"
)
