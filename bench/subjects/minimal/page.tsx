import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The smallest React app with a worker that shows a list from the device. */

interface Row {
  readonly id: number
  readonly title: string
  readonly city: string
}

const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('minimal', 1)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore('rows', { keyPath: 'id' })
    for (let id = 0; id < 50; id += 1) store.put({ id, title: `Survey ${id}`, city: 'Rampura' })
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
  return (
    <main>
      <h1>Submissions</h1>
      <ul>
        {rows.map(({ id, title, city }) => (
          <li key={id}>
            <h2 id={`s-${id}`}>{title}</h2>
            <p>{city}</p>
          </li>
        ))}
      </ul>
    </main>
  )
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
