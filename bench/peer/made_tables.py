#!/usr/bin/env python3
"""Tables made of public datasets: a cheap model and a dear expert, trained on rows that the table does not hold.

made_tables.py SOURCE OUT: SOURCE holds the files of github.com/jbrownlee/Datasets (weka-datasets.zip and
review_polarity.tar.gz unpacked); OUT gets one CSV a table. What scikit-learn brings itself needs no file.
40 % of the rows train: the model a third of them and half of the columns, the expert all. The other rows are
the table, with all columns. Everything is seeded. Which recipe a table gets was fixed by its place in the
list, before anything was measured.
"""
import io, os, re, sys, glob, zlib
import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.decomposition import TruncatedSVD
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

MOST_ROWS = 8000
MOST_LEVELS = 12


def csv(source, name, target=-1, header=None):
    frame = pd.read_csv(os.path.join(source, name), header=header, na_values="?", skipinitialspace=True)
    label = frame.columns[target]
    return frame.drop(columns=label), frame[label].astype(str)


def arff(source, *names):
    text = [open(os.path.join(source, "data", name)).read() for name in names]
    rows = "".join(re.split(r"(?i)@data", part)[1].strip() + "\n" for part in text)
    rows = "\n".join(line for line in rows.splitlines() if line and not line.startswith("%"))
    frame = pd.read_csv(io.StringIO(rows), header=None, na_values="?", skipinitialspace=True)
    return frame.iloc[:, :-1], frame.iloc[:, -1].astype(str)


def abalone(source):
    x, rings = csv(source, "abalone.csv")
    return x, pd.cut(rings.astype(int), [-1, 8, 10, 99], labels=["young", "middle", "old"]).astype(str)


def pollution(source):
    frame = pd.read_csv(os.path.join(source, "pollution.csv")).dropna()
    return frame.drop(columns=["No", "year", "pm2.5"]), pd.qcut(frame["pm2.5"], 4, labels=list("abcd")).astype(str)


def bundled(load):
    data = load()
    return pd.DataFrame(data.data), pd.Series(data.target).astype(str)


def reviews(source):
    files = sorted(glob.glob(os.path.join(source, "txt_sentoken", "*", "*.txt")))
    return [open(f, errors="replace").read() for f in files], pd.Series([f.split(os.sep)[-2] for f in files])


# The order decides the recipe.
DESIGN = {
    "adult": lambda s: csv(s, "adult-train.csv"),
    "winequality-red": lambda s: csv(s, "winequality-red.csv"),
    "phoneme": lambda s: csv(s, "phoneme.csv"),
    "digits": lambda s: bundled(load_digits),
    "hypothyroid": lambda s: arff(s, "hypothyroid.arff"),
}
BLIND = {
    "mammography": lambda s: csv(s, "mammography.csv"),
    "winequality-white": lambda s: csv(s, "winequality-white.csv"),
    "abalone": abalone,
    "german": lambda s: csv(s, "german.csv"),
    "segment": lambda s: arff(s, "segment-challenge.arff", "segment-test.arff"),
    "pollution": pollution,
    "reviews": reviews,
    "breast-cancer": lambda s: bundled(load_breast_cancer),
}
MODELS = [
    lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)),
    GaussianNB,
    lambda: DecisionTreeClassifier(max_depth=5, min_samples_leaf=5, random_state=0),
]
EXPERTS = [
    lambda: RandomForestClassifier(n_estimators=200, random_state=0),
    lambda: GradientBoostingClassifier(random_state=0),
]


def numbers(x):
    parts = []
    for name in x.columns:
        column = x[name]
        if column.dtype == object:
            if column.nunique() <= MOST_LEVELS:
                parts.append(pd.get_dummies(column, prefix=str(name)).astype(float))
        else:
            parts.append(column.fillna(column.median()).astype(float).rename(str(name)).to_frame())
    found = pd.concat(parts, axis=1)
    return found.loc[:, found.std() > 0]


def split(n, name):
    order = np.random.RandomState(zlib.crc32(name.encode())).permutation(n)
    train = order[: int(0.4 * n)]
    return train[: len(train) // 3], train, order[len(train) :][:MOST_ROWS]


def of_columns(name, place, x, label):
    x = numbers(x)
    few, train, rest = split(len(x), name)
    some = np.random.RandomState(place).permutation(x.shape[1])[: max(1, x.shape[1] // 2)]
    known = [c for c in np.unique(label) if (label.iloc[few] == c).sum() >= 2]
    keep = lambda rows: rows[label.iloc[rows].isin(known).to_numpy()]
    few, train, rest = keep(few), keep(train), keep(rest)
    values = x.to_numpy()
    model = MODELS[place % len(MODELS)]().fit(values[few][:, some], label.iloc[few])
    expert = EXPERTS[place % len(EXPERTS)]().fit(values[train], label.iloc[train])
    return rest, values[rest], model.predict_proba(values[rest][:, some]), expert, values[rest], model.classes_


def of_texts(name, place, texts, label):
    texts = np.array(texts, dtype=object)
    few, train, rest = split(len(texts), name)
    words = CountVectorizer(max_features=200).fit(texts[few])
    model = LogisticRegression(max_iter=500).fit(words.transform(texts[few]), label.iloc[few])
    terms = TfidfVectorizer(sublinear_tf=True, min_df=3).fit(texts[train])
    expert = LogisticRegression(C=10, max_iter=500).fit(terms.transform(texts[train]), label.iloc[train])
    hidden = TruncatedSVD(10, random_state=0).fit(terms.transform(texts[train]))
    seen = terms.transform(texts[rest])
    columns = np.column_stack([[len(t) for t in texts[rest]], hidden.transform(seen)])
    return rest, columns, model.predict_proba(words.transform(texts[rest])), expert, seen, model.classes_


def make(name, place, load, source, out):
    x, label = load(source)
    make_pair = of_texts if isinstance(x, list) else of_columns
    rest, columns, p, expert, seen, classes = make_pair(name, place, x, label)
    frame = pd.DataFrame({"label": label.iloc[rest].map({c: k for k, c in enumerate(classes)}).to_numpy()})
    p = np.maximum(p, 1e-6)
    p /= p.sum(1, keepdims=True)
    for k in range(len(classes)):
        frame[f"model_p{k}"] = p[:, k]
    if place % 2 == 0:
        frame["expert_label"] = pd.Series(expert.predict(seen)).map({c: k for k, c in enumerate(classes)}).to_numpy()
    else:
        q = expert.predict_proba(seen)
        for k, c in enumerate(classes):
            frame[f"expert_p{k}"] = q[:, list(expert.classes_).index(c)]
    for k in range(columns.shape[1]):
        frame[f"f_{k}"] = columns[:, k]
    frame.to_csv(os.path.join(out, f"{name}.csv"), index=False, float_format="%.6g")
    print(name, len(frame), "rows,", len(classes), "classes,", columns.shape[1], "columns", flush=True)


if __name__ == "__main__":
    source, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    for place, (name, load) in enumerate([*DESIGN.items(), *BLIND.items()]):
        make(name, place, load, source, out)
