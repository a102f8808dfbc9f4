package lookups;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import edgeingress.sdk.edgeingress.AgentIngress;
import edgeingress.sdk.edgeingress.AgentIngressArgs;
import edgeingress.sdk.edgeingress.EdgeingressFunctions;
import edgeingress.sdk.edgeingress.EventDestination;
import edgeingress.sdk.edgeingress.EventDestinationArgs;
import edgeingress.sdk.edgeingress.HttpsEdgeRoute;
import edgeingress.sdk.edgeingress.HttpsEdgeRouteArgs;
import edgeingress.sdk.edgeingress.SshCertificateAuthority;
import edgeingress.sdk.edgeingress.SshCertificateAuthorityArgs;
import edgeingress.sdk.edgeingress.inputs.EventTargetArgs;
import edgeingress.sdk.edgeingress.inputs.GetAgentIngressArgs;
import edgeingress.sdk.edgeingress.inputs.GetAgentIngressPlainArgs;
import edgeingress.sdk.edgeingress.inputs.GetEventDestinationArgs;
import edgeingress.sdk.edgeingress.inputs.GetEventDestinationPlainArgs;
import edgeingress.sdk.edgeingress.inputs.GetHttpsEdgeRouteArgs;
import edgeingress.sdk.edgeingress.inputs.GetHttpsEdgeRoutePlainArgs;
import edgeingress.sdk.edgeingress.inputs.GetSshCertificateAuthorityArgs;
import edgeingress.sdk.edgeingress.inputs.GetSshCertificateAuthorityPlainArgs;
import edgeingress.sdk.edgeingress.inputs.MonitoringTargetArgs;
import java.util.List;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        JsonObject ids = JsonParser.parseString(System.getenv("LOOKUP_IDS")).getAsJsonObject();
        ctx.export("plain", Output.of(known(ids)));
        unknown(ctx);

        ctx.export("listed", Output.all(
            EdgeingressFunctions.listAgentIngresses().applyValue(found -> found.results().size() > 0),
            EdgeingressFunctions.listSshCertificateAuthorities().applyValue(found -> found.results().size() > 0),
            EdgeingressFunctions.listEventDestinations().applyValue(found -> found.results().size() > 0)));
    }

    /** Known ids, in the plain form. */
    private static Map<String, Object> known(JsonObject ids) {
        var ingress = EdgeingressFunctions.getAgentIngressPlain(GetAgentIngressPlainArgs.builder()
            .id(ids.get("agentIngress").getAsString()).build()).join();
        var authority = EdgeingressFunctions.getSshCertificateAuthorityPlain(GetSshCertificateAuthorityPlainArgs.builder()
            .id(ids.get("authority").getAsString()).build()).join();
        var destination = EdgeingressFunctions.getEventDestinationPlain(GetEventDestinationPlainArgs.builder()
            .id(ids.get("destination").getAsString()).build()).join();
        var route = EdgeingressFunctions.getHttpsEdgeRoutePlain(GetHttpsEdgeRoutePlainArgs.builder()
            .edgeId("edghts_1").id(ids.get("route").getAsString()).build()).join();
        return Map.of(
            "uris", List.of(ingress.uri(), authority.uri(), destination.uri(), route.uri()),
            "domain", ingress.domain(),
            "matchType", route.matchType(),
            "format", destination.format(),
            "rollingWindow", route.circuitBreaker().get().rollingWindow().get(),
            "listed", List.of(
                EdgeingressFunctions.listAgentIngressesPlain().join().results().size(),
                EdgeingressFunctions.listSshCertificateAuthoritiesPlain().join().results().size(),
                EdgeingressFunctions.listEventDestinationsPlain().join().results().size()));
    }

    /** Ids that an apply alone knows, in the form for outputs. */
    private static void unknown(Context ctx) {
        var ingress = new AgentIngress("made", AgentIngressArgs.builder().domain("made.example.com").build());
        var authority = new SshCertificateAuthority("made", SshCertificateAuthorityArgs.builder()
            .privateKeyType("ed25519").build());
        var destination = new EventDestination("made", EventDestinationArgs.builder()
            .format("json")
            .target(EventTargetArgs.builder()
                .monitoring(MonitoringTargetArgs.builder().apiKey("canary-made").build())
                .build())
            .build());
        var route = new HttpsEdgeRoute("made", HttpsEdgeRouteArgs.builder()
            .edgeId("edghts_1").matchType("exact_path").match("/made").build());

        var foundIngress = EdgeingressFunctions.getAgentIngress(GetAgentIngressArgs.builder().id(ingress.id()).build());
        var foundAuthority = EdgeingressFunctions.getSshCertificateAuthority(GetSshCertificateAuthorityArgs.builder()
            .id(authority.id()).build());
        var foundDestination = EdgeingressFunctions.getEventDestination(GetEventDestinationArgs.builder()
            .id(destination.id()).build());
        var foundRoute = EdgeingressFunctions.getHttpsEdgeRoute(GetHttpsEdgeRouteArgs.builder()
            .edgeId(route.edgeId()).id(route.id()).build());
        ctx.export("madeIngress", foundIngress.applyValue(found -> found.domain()));
        ctx.export("madeAuthority", foundAuthority.applyValue(found -> found.keyType()));
        ctx.export("madeDestination", foundDestination.applyValue(found -> found.target().monitoring().get().apiKey()));
        ctx.export("madeRoute", foundRoute.applyValue(found -> found.matchType()));
    }
}
