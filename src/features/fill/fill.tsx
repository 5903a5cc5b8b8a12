export function FillScreen() { return null }
