export function CompletedSurveysScreen() { return null }
