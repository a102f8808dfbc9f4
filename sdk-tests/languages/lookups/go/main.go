package main

import (
	"encoding/json"
	"os"

	"example.com/pulumi-edge-ingress/sdk/go/edgeingress"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		var ids struct{ AgentIngress, Authority, Destination, Route string }
		if err := json.Unmarshal([]byte(os.Getenv("LOOKUP_IDS")), &ids); err != nil {
			return err
		}

		// Known ids, in the plain form: of objects without secrets, which this form refuses.
		agentIngress, err := edgeingress.LookupAgentIngress(ctx, &edgeingress.LookupAgentIngressArgs{Id: ids.AgentIngress})
		if err != nil {
			return err
		}
		authority, err := edgeingress.LookupSshCertificateAuthority(ctx, &edgeingress.LookupSshCertificateAuthorityArgs{Id: ids.Authority})
		if err != nil {
			return err
		}
		route, err := edgeingress.LookupHttpsEdgeRoute(ctx, &edgeingress.LookupHttpsEdgeRouteArgs{EdgeId: "edghts_1", Id: ids.Route})
		if err != nil {
			return err
		}
		ingresses, err := edgeingress.ListAgentIngresses(ctx)
		if err != nil {
			return err
		}
		authorities, err := edgeingress.ListSshCertificateAuthorities(ctx)
		if err != nil {
			return err
		}
		destination := edgeingress.LookupEventDestinationOutput(ctx, edgeingress.LookupEventDestinationOutputArgs{Id: pulumi.String(ids.Destination)})
		destinations := edgeingress.ListEventDestinationsOutput(ctx).Results().ApplyT(func(found []edgeingress.ListedEventDestination) int {
			return len(found)
		})
		ctx.Export("plain", pulumi.Map{
			"uris": pulumi.Array{
				pulumi.String(agentIngress.Uri), pulumi.String(authority.Uri), pulumi.Unsecret(destination.Uri()), pulumi.String(route.Uri),
			},
			"domain":        pulumi.String(agentIngress.Domain),
			"matchType":     pulumi.String(route.MatchType),
			"format":        pulumi.Unsecret(destination.Format()),
			"rollingWindow": pulumi.Any(*route.CircuitBreaker.RollingWindow),
			"listed": pulumi.Array{
				pulumi.Int(len(ingresses.Results)), pulumi.Int(len(authorities.Results)), pulumi.Unsecret(destinations),
			},
		})
		if _, err := edgeingress.LookupEventDestination(ctx, &edgeingress.LookupEventDestinationArgs{Id: ids.Destination}); err != nil {
			ctx.Export("refused", pulumi.String(err.Error()))
		}

		// Ids that an apply alone knows, in the form for outputs.
		madeIngress, err := edgeingress.NewAgentIngress(ctx, "made", &edgeingress.AgentIngressArgs{Domain: pulumi.String("made.example.com")})
		if err != nil {
			return err
		}
		madeAuthority, err := edgeingress.NewSshCertificateAuthority(ctx, "made", &edgeingress.SshCertificateAuthorityArgs{
			PrivateKeyType: pulumi.String("ed25519"),
		})
		if err != nil {
			return err
		}
		madeDestination, err := edgeingress.NewEventDestination(ctx, "made", &edgeingress.EventDestinationArgs{
			Format: pulumi.String("json"),
			Target: &edgeingress.EventTargetArgs{Monitoring: &edgeingress.MonitoringTargetArgs{ApiKey: pulumi.String("canary-made")}},
		})
		if err != nil {
			return err
		}
		madeRoute, err := edgeingress.NewHttpsEdgeRoute(ctx, "made", &edgeingress.HttpsEdgeRouteArgs{
			EdgeId: pulumi.String("edghts_1"), MatchType: pulumi.String("exact_path"), Match: pulumi.String("/made"),
		})
		if err != nil {
			return err
		}
		foundIngress := edgeingress.LookupAgentIngressOutput(ctx, edgeingress.LookupAgentIngressOutputArgs{Id: madeIngress.ID()})
		foundAuthority := edgeingress.LookupSshCertificateAuthorityOutput(ctx, edgeingress.LookupSshCertificateAuthorityOutputArgs{Id: madeAuthority.ID()})
		foundDestination := edgeingress.LookupEventDestinationOutput(ctx, edgeingress.LookupEventDestinationOutputArgs{Id: madeDestination.ID()})
		foundRoute := edgeingress.LookupHttpsEdgeRouteOutput(ctx, edgeingress.LookupHttpsEdgeRouteOutputArgs{EdgeId: madeRoute.EdgeId, Id: madeRoute.ID()})
		ctx.Export("madeIngress", foundIngress.Domain())
		ctx.Export("madeAuthority", foundAuthority.KeyType())
		ctx.Export("madeDestination", foundDestination.Target().Monitoring().ApiKey())
		ctx.Export("madeRoute", foundRoute.MatchType())

		ctx.Export("listed", pulumi.Array{
			edgeingress.ListAgentIngressesOutput(ctx).Results().ApplyT(func(found []edgeingress.ListedAgentIngress) bool { return len(found) > 0 }),
			edgeingress.ListSshCertificateAuthoritiesOutput(ctx).Results().ApplyT(func(found []edgeingress.ListedSshCertificateAuthority) bool { return len(found) > 0 }),
			edgeingress.ListEventDestinationsOutput(ctx).Results().ApplyT(func(found []edgeingress.ListedEventDestination) bool { return len(found) > 0 }),
		})
		return nil
	})
}
