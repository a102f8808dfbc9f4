import pulumi
import pulumi_edge_ingress as edge_ingress

edge_ingress.HttpsEdgeRoute(
    "gateway",
    edge_id="edghts_1",
    match_type="path_prefix",
    match="/api",
    metadata=pulumi.Output.secret("canary of the web team"),
    oauth={"provider": {"provider1": {"organizations": ["example"]}}},
    opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="api")]),
)
