export function SubmissionsScreen() { return null }
