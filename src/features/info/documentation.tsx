export function DocumentationScreen() { return null }
