/** A browser as the journey drives it, whatever its engine: what a surveyor does to it, and nothing else. */
export interface Browser {
  readonly version: string
  readonly newTab: () => Promise<Tab>
  /** Turns the browser's own offline mode on or off; null where the driver cannot. */
  readonly setOffline: ((isOffline: boolean) => Promise<void>) | null
  readonly close: () => Promise<void>
}

/** One tab. Points are in CSS pixels of its window. */
export interface Tab {
  readonly open: (url: string) => Promise<void>
  /** Runs the body of an async function in the page; it returns a string. */
  readonly run: (body: string) => Promise<string>
  readonly press: (x: number, y: number) => Promise<void>
  /** Types into what has the focus; '\n' is Enter. */
  readonly type: (text: string) => Promise<void>
  /** Chooses files in the file input that a selector finds. */
  readonly attach: (css: string, paths: readonly string[]) => Promise<void>
  /** A picture as PNG. */
  readonly picture: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** Where a browser keeps its data, and where it saves files. */
export interface Folders {
  readonly profile: string
  readonly downloads: string
}

/** An installed browser. */
export interface Engine {
  readonly name: string
  readonly launch: (folders: Folders) => Promise<Browser>
}

/** Where every phone of the journey is. */
export const position = { latitude: 12.9716, longitude: 77.5946, accuracy: 12 }

/** The size of its window. */
export const screenSize = { width: 390, height: 844 }
