/** WARNING: persisted: what a value begins with while a PIN is set, with the database whose key sealed it. */
export const pinned = /^ENC_PIN_([^_]+)_/

/** The database whose PIN protects a sealed value; null for a value that the device's key sealed, or for none. */
export const pinnedTo = (sealed: string | null): string | null =>
  pinned.exec(sealed ?? '')?.[1] ?? null
