export function ChangePasswordScreen() { return null }
