/** Why an export cannot be made; the text is for the administrator. */
export class ExportProblem extends Error {}
