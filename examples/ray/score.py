"""A policy's ONNX file over Parquet files, in Ray.

    cede export policy.json --onnx policy.onnx
    python score.py policy.onnx parts scored          # a folder of parts, a folder for the scores
"""

import json
import sys

import numpy
import onnxruntime
import ray


class Score:
    """Opens the graph once per worker; called once per batch."""

    def __init__(self, path):
        # Ray has a worker per core: threads inside each would only wait for one another.
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options)
        about = self.session.get_modelmeta().custom_metadata_map
        self.classes = len(json.loads(about["cede.classes"]))

    def __call__(self, batch):
        columns = [batch[f"model_{c}"] for c in range(self.classes)]
        rows = {"probabilities": numpy.stack(columns, axis=1).astype("float32")}
        score, defer = self.session.run(["score", "defer"], rows)
        return {"id": batch["id"], "score": score, "defer": defer}


policy, parts, scored = sys.argv[1:]
dataset = ray.data.read_parquet(parts)
decided = dataset.map_batches(Score, fn_constructor_args=[policy], concurrency=1, batch_size=4096)
decided.write_parquet(scored)
print(f"{decided.count()} rows scored")
