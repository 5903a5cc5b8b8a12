export function AllSurveysScreen() { return null }
