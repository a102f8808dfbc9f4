// Command java-sdkgen writes the SDK of a Pulumi package for Java: java-sdkgen SCHEMA FOLDER
//
// Its generator is a module of its own that needs older packages of Pulumi than those of the other languages.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "java-sdkgen"

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: java-sdkgen SCHEMA FOLDER"))
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fail(err)
	}
}

func write(schemaFile, folder string) error {
	pkg, err := read(schemaFile)
	if err != nil {
		return err
	}
	files, err := java.GeneratePackage(tool, pkg, nil, nil, true, false)
	if err != nil {
		return err
	}
	for name, content := range files {
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
	pkg, diagnostics, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	return pkg, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
