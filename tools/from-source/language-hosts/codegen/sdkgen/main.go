// Command sdkgen writes the SDKs of a Pulumi package, each into a folder of its own: sdkgen SCHEMA FOLDER LANGUAGE...
//
// They are those of `pulumi package add`, which needs the language hosts of the CLI's own release.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "sdkgen"

type files = map[string][]byte

var generators = map[string]func(*schema.Package) (files, error){
	"dotnet": func(pkg *schema.Package) (files, error) {
		// The generator insists on fetching a logo, from the web if the package has none.
		logo := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		defer logo.Close()
		pkg.LogoURL = logo.URL
		return dotnet.GeneratePackage(tool, pkg, nil, nil)
	},
	"go": func(pkg *schema.Package) (files, error) {
		return gogen.GeneratePackage(tool, pkg, nil)
	},
	"nodejs": func(pkg *schema.Package) (files, error) {
		return nodejs.GeneratePackage(tool, pkg, nil, nil, true, nil)
	},
	"python": func(pkg *schema.Package) (files, error) {
		return python.GeneratePackage(tool, pkg, nil, nil)
	},
}

func main() {
	if len(os.Args) < 4 {
		fail(fmt.Errorf("usage: sdkgen SCHEMA FOLDER LANGUAGE..."))
	}
	for _, language := range os.Args[3:] {
		if err := write(os.Args[1], filepath.Join(os.Args[2], language), language); err != nil {
			fail(fmt.Errorf("%s: %w", language, err))
		}
	}
}

func write(schemaFile, folder, language string) error {
	generate, known := generators[language]
	if !known {
		return fmt.Errorf("there is no generator for this language")
	}
	// Generators change the package that they are given.
	pkg, err := read(schemaFile)
	if err != nil {
		return err
	}
	generated, err := generate(pkg)
	if err != nil {
		return err
	}
	for name, content := range generated {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func read(schemaFile string) (*schema.Package, error) {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	// The schema refers to no other package, so there is none to load.
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	// As for `package add`: the SDK of Go becomes a module.
	pkg.SupportPack = true
	return pkg, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
