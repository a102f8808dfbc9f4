package main

import (
	"example.com/pulumi-edge-ingress/sdk/go/edgeingress"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// paths has the name of each route, its path, and whether users have to log in.
var paths = []struct {
	name, match string
	protected   bool
}{
	{name: "site", match: "/"},
	{name: "api", match: "/api"},
	{name: "admin", match: "/admin", protected: true},
}

func main() {
	pulumi.Run(declareIngress)
}

func declareIngress(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	routes := pulumi.Map{}
	for _, path := range paths {
		route, err := declareRoute(ctx, cfg, path.name, path.match)
		if err != nil {
			return err
		}
		routes[path.name] = route.ID()
		if path.protected {
			if err := declareLogin(ctx, cfg, path.name, route); err != nil {
				return err
			}
		}
	}
	ctx.Export("routes", routes)
	return declareAudit(ctx, cfg)
}

func declareRoute(ctx *pulumi.Context, cfg *config.Config, name, match string) (*edgeingress.HttpsEdgeRoute, error) {
	return edgeingress.NewHttpsEdgeRoute(ctx, name, &edgeingress.HttpsEdgeRouteArgs{
		EdgeId:    pulumi.String(cfg.Require("edgeId")),
		MatchType: pulumi.String("path_prefix"),
		Match:     pulumi.String(match),
		Backend:   &edgeingress.BackendArgs{BackendId: pulumi.String(cfg.Require("backendId"))},
	})
}

func declareLogin(ctx *pulumi.Context, cfg *config.Config, name string, route *edgeingress.HttpsEdgeRoute) error {
	_, err := edgeingress.NewHttpsEdgeRouteOAuth(ctx, name+"-login", &edgeingress.HttpsEdgeRouteOAuthArgs{
		EdgeId:  route.EdgeId,
		RouteId: route.ID(),
		Provider: &edgeingress.OAuthProviderChoiceArgs{
			Provider1: &edgeingress.OAuthProvider1Args{
				ClientId:      pulumi.String(cfg.Require("clientId")),
				ClientSecret:  cfg.RequireSecret("clientSecret"),
				Organizations: pulumi.StringArray{pulumi.String("example")},
			},
		},
		// Without this option, a destroy deletes the login first, and the route is open until it is deleted too.
	}, pulumi.DeletedWith(route))
	return err
}

func declareAudit(ctx *pulumi.Context, cfg *config.Config) error {
	// The account of the security team. An explicit provider does not read the `edge-ingress:` settings of stack config.
	security, err := edgeingress.NewProvider(ctx, "security", &edgeingress.ProviderArgs{
		BaseUrl: pulumi.String(cfg.Require("securityBaseUrl")),
		ApiKey:  cfg.RequireSecret("securityApiKey"),
	})
	if err != nil {
		return err
	}
	audit, err := edgeingress.NewEventDestination(ctx, "audit", &edgeingress.EventDestinationArgs{
		Format: pulumi.String("json"),
		Target: &edgeingress.EventTargetArgs{
			Monitoring: &edgeingress.MonitoringTargetArgs{ApiKey: cfg.RequireSecret("monitoringApiKey")},
		},
	}, pulumi.Provider(security))
	if err != nil {
		return err
	}
	ctx.Export("auditDestination", audit.ID())
	return nil
}
