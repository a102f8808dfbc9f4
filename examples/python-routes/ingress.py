from dataclasses import dataclass

import pulumi
import pulumi_edge_ingress as edge_ingress


@dataclass(frozen=True)
class Path:
    match: str
    protected: bool = False


# The name of each route, its path, and whether users have to log in.
PATHS = {
    "site": Path("/"),
    "api": Path("/api"),
    "admin": Path("/admin", protected=True),
}


@dataclass(frozen=True)
class Ingress:
    routes: dict[str, edge_ingress.HttpsEdgeRoute]
    logins: dict[str, edge_ingress.HttpsEdgeRouteOAuth]
    audit: edge_ingress.EventDestination


def declare_ingress(config: pulumi.Config) -> Ingress:
    routes = {name: declare_route(name, path, config) for name, path in PATHS.items()}
    logins = {
        name: declare_login(name, routes[name], config)
        for name, path in PATHS.items()
        if path.protected
    }
    return Ingress(routes, logins, declare_audit(config))


def declare_route(name: str, path: Path, config: pulumi.Config) -> edge_ingress.HttpsEdgeRoute:
    return edge_ingress.HttpsEdgeRoute(
        name,
        edge_id=config.require("edgeId"),
        match_type="path_prefix",
        match=path.match,
        backend={"backend_id": config.require("backendId")},
    )


def declare_login(
    name: str, route: edge_ingress.HttpsEdgeRoute, config: pulumi.Config
) -> edge_ingress.HttpsEdgeRouteOAuth:
    return edge_ingress.HttpsEdgeRouteOAuth(
        f"{name}-login",
        edge_id=route.edge_id,
        route_id=route.id,
        provider={
            "provider1": {
                "client_id": config.require("clientId"),
                "client_secret": config.require_secret("clientSecret"),
                "organizations": ["example"],
            },
        },
        # Without this option, a destroy deletes the login first, and the route is open until it is deleted too.
        opts=pulumi.ResourceOptions(deleted_with=route),
    )


def declare_audit(config: pulumi.Config) -> edge_ingress.EventDestination:
    # The account of the security team. An explicit provider does not read the `edge-ingress:` settings of stack config.
    security = edge_ingress.Provider(
        "security",
        base_url=config.require("securityBaseUrl"),
        api_key=config.require_secret("securityApiKey"),
    )
    return edge_ingress.EventDestination(
        "audit",
        format="json",
        target={"monitoring": {"api_key": config.require_secret("monitoringApiKey")}},
        opts=pulumi.ResourceOptions(provider=security),
    )
