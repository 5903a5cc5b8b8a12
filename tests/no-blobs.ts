import { IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'

/** Has the browser refuse to store blobs, as a private window of Safari does. Returns the spy, to be restored. */
export const refuseBlobs = () => {
  const { put } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function write(
    this: IDBObjectStore,
    value,
  ) {
    if (value.data instanceof Blob) throw new DOMException('Error preparing Blob', 'UnknownError')
    return put.call(this, value)
  })
}
