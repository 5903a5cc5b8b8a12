/** Whether a script or its styles failed to load. Browsers remember that until the page is reloaded. */
export const isMissingScript = (error: unknown): boolean =>
  error instanceof Error &&
  /import(ed|ing)? .*module|module script|preload CSS/i.test(error.message)
