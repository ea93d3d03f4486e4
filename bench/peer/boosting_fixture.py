import json, numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier as H
r = np.random.RandomState(3); n = 400
x = np.column_stack([r.randint(0, 30, n), r.randint(0, 20, n) * 1.5 - 7, np.round(r.randn(n), 1), r.randint(0, 3, n)]).astype(np.float32)
z = 0.1 * (x[:, 0] - 15) + 0.4 * x[:, 1] * (x[:, 2] > 0) + 0.5 * x[:, 3] - .5
y = (r.rand(n) < 1 / (1 + np.exp(-z))).astype(int)
m = H(max_iter=60, learning_rate=.06, max_leaf_nodes=8, min_samples_leaf=20, l2_regularization=1.0, early_stopping=False, random_state=0).fit(x, y)
d = m.decision_function(x)
json.dump(dict(made_with='scikit-learn 1.2.1, HistGradientBoostingClassifier(max_iter=60, learning_rate=0.06, max_leaf_nodes=8, min_samples_leaf=20, l2_regularization=1), bench/peer/boosting_fixture.py', width=4, inputs=[float(v) for v in x.ravel()], right=y.tolist(), logits=[round(float(v), 6) for v in d]), open('packages/core/test/fixtures/scikit-boosting.json', 'w'))
print(d[:5], [len(np.unique(x[:, j])) for j in range(4)])
