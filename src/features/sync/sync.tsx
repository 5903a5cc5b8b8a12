export function SyncScreen() { return null }
