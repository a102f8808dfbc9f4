terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

resource "restapi_object" "this" {
  path = "/edges/https/edghts_1/routes"
  data = jsonencode({ match_type = "path_prefix", match = "/api", backend = { backend_id = "bkdhr_1" } })
}
