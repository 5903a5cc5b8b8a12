export function ProjectsScreen() { return null }
