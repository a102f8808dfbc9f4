import pulumi_edge_ingress as edge_ingress

edge_ingress.HttpsEdgeRoute(
    "api",
    edge_id="edghts_1",
    match_type="path_prefix",
    match="/api",
    metadata="canary of the web team",
    oauth={"provider": {"provider1": {"organizations": ["example"]}}},
)
