package main

import (
	"example.com/pulumi-edge-ingress/sdk/go/edgeingress"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ingress, err := edgeingress.NewAgentIngress(ctx, "agents", &edgeingress.AgentIngressArgs{
			Domain: pulumi.String("connect.example.com"),
			CertificateManagementPolicy: &edgeingress.AgentIngressCertPolicyArgs{
				Authority: pulumi.String("letsencrypt"),
			},
		})
		if err != nil {
			return err
		}
		// NS records to set at the registrar of the domain.
		ctx.Export("nsRecords", ingress.NsTargets)
		return nil
	})
}
