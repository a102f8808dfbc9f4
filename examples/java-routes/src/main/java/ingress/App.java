package ingress;

import com.pulumi.Config;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.CustomResourceOptions;
import edgeingress.sdk.edgeingress.EventDestination;
import edgeingress.sdk.edgeingress.EventDestinationArgs;
import edgeingress.sdk.edgeingress.HttpsEdgeRoute;
import edgeingress.sdk.edgeingress.HttpsEdgeRouteArgs;
import edgeingress.sdk.edgeingress.Provider;
import edgeingress.sdk.edgeingress.ProviderArgs;
import edgeingress.sdk.edgeingress.inputs.BackendArgs;
import edgeingress.sdk.edgeingress.inputs.EventTargetArgs;
import edgeingress.sdk.edgeingress.inputs.MonitoringTargetArgs;
import edgeingress.sdk.edgeingress.inputs.OAuthArgs;
import edgeingress.sdk.edgeingress.inputs.OAuthProvider1Args;
import edgeingress.sdk.edgeingress.inputs.OAuthProviderChoiceArgs;
import java.util.Map;

public class App {
    /** The path of each route, by the name of its resource. */
    private static final Map<String, String> PATHS = Map.of("site", "/", "api", "/api", "admin", "/admin");

    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        PATHS.forEach((name, path) -> ctx.export(name + "Route", route(ctx.config(), name, path).id()));
        ctx.export("auditDestination", audit(ctx.config()).id());
    }

    private static HttpsEdgeRoute route(Config config, String name, String path) {
        var args = HttpsEdgeRouteArgs.builder()
            .edgeId(config.require("edgeId"))
            .matchType("path_prefix")
            .match(path)
            .backend(BackendArgs.builder().backendId(config.require("backendId")).build());
        // The login is an argument of the route, so that a destroy deletes both in one request.
        if (name.equals("admin")) args.oauth(login(config));
        return new HttpsEdgeRoute(name, args.build());
    }

    private static OAuthArgs login(Config config) {
        return OAuthArgs.builder()
            .provider(OAuthProviderChoiceArgs.builder()
                .provider1(OAuthProvider1Args.builder()
                    .clientId(config.require("clientId"))
                    .clientSecret(config.requireSecret("clientSecret"))
                    .organizations("example")
                    .build())
                .build())
            .build();
    }

    /** The audit log, in the account of the security team. */
    private static EventDestination audit(Config config) {
        // An explicit provider does not read the `edge-ingress:` settings of stack config.
        var security = new Provider("security", ProviderArgs.builder()
            .baseUrl(config.require("securityBaseUrl"))
            .apiKey(config.requireSecret("securityApiKey"))
            .build());
        return new EventDestination("audit", EventDestinationArgs.builder()
            .format("json")
            .target(EventTargetArgs.builder()
                .monitoring(MonitoringTargetArgs.builder().apiKey(config.requireSecret("monitoringApiKey")).build())
                .build())
            .build(), CustomResourceOptions.builder().provider(security).build());
    }
}
