package main

import (
	"example.com/pulumi-edge-ingress/sdk/go/edgeingress"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		route, err := edgeingress.NewHttpsEdgeRoute(ctx, "gateway", &edgeingress.HttpsEdgeRouteArgs{
			EdgeId:               pulumi.String("edghts_1"),
			MatchType:            pulumi.String("path_prefix"),
			Match:                pulumi.String("/api"),
			Metadata:             pulumi.ToSecret(pulumi.String("canary of the web team")).(pulumi.StringOutput),
			RetainRemovedModules: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = edgeingress.NewHttpsEdgeRouteOAuth(ctx, "login", &edgeingress.HttpsEdgeRouteOAuthArgs{
			EdgeId:  route.EdgeId,
			RouteId: route.ID(),
			Provider: &edgeingress.OAuthProviderChoiceArgs{
				Provider1: &edgeingress.OAuthProvider1Args{
					Organizations: pulumi.StringArray{pulumi.String("example")},
				},
			},
		}, pulumi.DeletedWith(route))
		return err
	})
}
