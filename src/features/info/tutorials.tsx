export function TutorialsScreen() { return null }
