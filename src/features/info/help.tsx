export function HelpScreen() { return null }
