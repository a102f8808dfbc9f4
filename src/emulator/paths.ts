/** Whether a path is, segment by segment, the template: `{name}` stands for any one segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment === given[index] || (isParameter(segment) && given[index] !== ""))
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{") && segment.endsWith("}");
}
