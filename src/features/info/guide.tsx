export function GuideScreen() { return null }
