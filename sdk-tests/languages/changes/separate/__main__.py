import pulumi
import pulumi_edge_ingress as edge_ingress

route = edge_ingress.HttpsEdgeRoute(
    "gateway",
    edge_id="edghts_1",
    match_type="path_prefix",
    match="/api",
    metadata=pulumi.Output.secret("canary of the web team"),
    retain_removed_modules=True,
)

edge_ingress.HttpsEdgeRouteOAuth(
    "login",
    edge_id=route.edge_id,
    route_id=route.id,
    provider={"provider1": {"organizations": ["example"]}},
    opts=pulumi.ResourceOptions(deleted_with=route),
)
