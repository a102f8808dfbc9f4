package main

import (
	"example.com/pulumi-edge-ingress/sdk/go/edgeingress"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := edgeingress.NewHttpsEdgeRoute(ctx, "api", &edgeingress.HttpsEdgeRouteArgs{
			EdgeId:    pulumi.String("edghts_1"),
			MatchType: pulumi.String("path_prefix"),
			Match:     pulumi.String("/api"),
			Metadata:  pulumi.String("canary of the web team"),
			Oauth: &edgeingress.OAuthArgs{
				Provider: &edgeingress.OAuthProviderChoiceArgs{
					Provider1: &edgeingress.OAuthProvider1Args{
						Organizations: pulumi.StringArray{pulumi.String("example")},
					},
				},
			},
		})
		return err
	})
}
