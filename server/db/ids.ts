const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a path segment can be one of our row ids. Any other text names no row. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** Whether an id was made by a surveyor's device before the server knew the submission (3.21). */
export const isTemporaryId = (text: string): boolean => text.startsWith('temp_')
