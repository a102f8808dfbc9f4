package ingress;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import edgeingress.sdk.edgeingress.AgentIngress;
import edgeingress.sdk.edgeingress.AgentIngressArgs;
import edgeingress.sdk.edgeingress.inputs.AgentIngressCertPolicyArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        var ingress = new AgentIngress("agents", AgentIngressArgs.builder()
            .domain("connect.example.com")
            .certificateManagementPolicy(AgentIngressCertPolicyArgs.builder()
                .authority("letsencrypt")
                .build())
            .build());

        // NS records to set at the registrar of the domain.
        ctx.export("nsRecords", ingress.nsTargets());
    }
}
