"""One table with gaps, words, booleans and codes, as pandas and NumPy write it: python3 make.py

Debian's python3-pandas (1.5.3); no Parquet writer is among its dependencies, so the test has DuckDB
make a Parquet file of the CSV.
"""
import random

import numpy as np
import pandas as pd

draw = random.Random(3)
rows = 40
frame = pd.DataFrame(
    {
        "label": [draw.randint(0, 1) for _ in range(rows)],
        "model_p0": [round(draw.random(), 3) for _ in range(rows)],
        "expert_label": [draw.randint(0, 1) for _ in range(rows)],
        "f_age": [draw.randint(18, 95) for _ in range(rows)],
        "f_crp": [None if i % 6 == 2 else round(draw.gauss(9, 3), 3) for i in range(rows)],
        # The first row has none: a reader must not make up its mind by it.
        "ward": [None if i % 9 == 0 else draw.choice(["Süd", "North, 2", "7"]) for i in range(rows)],
        "smoker": [draw.random() < 0.4 for _ in range(rows)],
        # Whole numbers beside gaps: pandas makes floats of them.
        "code": [None if i % 8 == 5 else draw.randint(1, 4) for i in range(rows)],
        "zip": [draw.choice(["01234", "1234", "99999"]) for _ in range(rows)],
    }
)
frame.insert(2, "model_p1", (1 - frame["model_p0"]).round(3))

if __name__ == "__main__":
    frame.to_csv("pandas.csv", index=False)
    frame.to_json("pandas.jsonl", orient="records", lines=True)
    arrays = {
        name: frame[name].fillna("").to_numpy(dtype=str)
        if frame[name].dtype == object
        else frame[name].to_numpy()
        for name in frame
    }
    np.savez("numpy.npz", **arrays)
