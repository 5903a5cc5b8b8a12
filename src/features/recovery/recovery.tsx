export function RecoveryScreen() { return null }
