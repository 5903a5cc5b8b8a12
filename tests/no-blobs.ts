import { IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'

/** How a browser refuses a value: it throws, or the request fails. */
type Refuse = (store: IDBObjectStore) => IDBRequest<IDBValidKey>

export const throws =
  (name: string): Refuse =>
  () => {
    throw new DOMException('Error preparing Blob', name)
  }

interface Requests {
  readonly _execRequestAsync: (of: {
    readonly source: IDBObjectStore
    readonly operation: () => never
  }) => IDBRequest<IDBValidKey>
}

export const failsLater =
  (name: string): Refuse =>
  store =>
    // What the package itself makes a request with.
    // oxlint-disable-next-line no-underscore-dangle
    (store.transaction as never as Requests)._execRequestAsync({
      source: store,
      operation: () => {
        throw new DOMException('Error preparing Blob', name)
      },
    })

/** Has the browser refuse to store blobs, as a private window of Safari does. Returns the spy, to be restored. */
export const refuseBlobs = (refuse = throws('UnknownError')) => {
  const { put } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function write(
    this: IDBObjectStore,
    value,
  ) {
    return value.data instanceof Blob ? refuse(this) : put.call(this, value)
  })
}
