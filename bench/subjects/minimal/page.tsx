import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRows, RowList, type Row } from './rows.tsx'

/** The smallest React app with a worker that shows a list from the device. */

const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('minimal', 1)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore('rows', { keyPath: 'id' })
    for (const row of makeRows()) store.put(row)
  })
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error))
})

const readRows = async (): Promise<readonly Row[]> => {
  const request = (await opened).transaction('rows').objectStore('rows').getAll(null, 50)
  return new Promise(resolve => {
    request.addEventListener('success', () => resolve(request.result as Row[]))
  })
}

function List() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    void readRows().then(setRows)
  }, [])
  return <RowList rows={rows} />
}

const root = document.querySelector('#root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <List />
    </StrictMode>,
  )
}
void navigator.serviceWorker.register('./worker.js')
