#!/bin/sh
# The same with curl:   CEDE=http://127.0.0.1:8080 sh examples/http-client/curl.sh
set -e
cede=${CEDE:-http://127.0.0.1:8080}
json='content-type: application/json'

# Who answers this case? The same id gives the same answer, so a retry is safe.
curl -sS --fail-with-body "$cede/v1/decide" -H "$json" -d '{"id": "curl-1", "probs": [0.4, 0.35, 0.25]}'
echo
# Many at once: a bad case is an error in its place.
curl -sS --fail-with-body "$cede/v1/decide" -H "$json" \
  -d '{"cases": [{"id": "curl-2", "probs": [0.9, 0.05, 0.05]}, {"id": "curl-3", "probs": [2, 0, 0]}]}'
echo
# What the expert said, and what was true.
curl -sS --fail-with-body "$cede/v1/outcomes" -H "$json" -d '{"id": "curl-1", "expert": 2, "gold": 2}'
echo
# What was decided, why, and what came of it.
curl -sS --fail-with-body "$cede/v1/decisions/curl-1"
echo
