import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createRxDatabase } from 'rxdb'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { Provider, useRxData } from 'rxdb-hooks'
import { makeRows, RowList, type Row } from './rows.tsx'

/** The smallest app of the packages that the spec fixes: the same list, from one RxDB collection on Dexie. */

const open = async () => {
  const db = await createRxDatabase({ name: 'least', storage: getRxStorageDexie() })
  const text = { type: 'string', maxLength: 40 } as const
  await db.addCollections({
    rows: {
      schema: {
        version: 0,
        primaryKey: 'id',
        type: 'object',
        properties: { id: text, title: text, city: text },
        required: ['id', 'title', 'city'],
      },
    },
  })
  if ((await db['rows']?.findOne().exec()) === null) await db['rows']?.bulkInsert(makeRows())
  return db
}

function List() {
  const { result } = useRxData<Row>('rows', rows => rows.find())
  return <RowList rows={result} />
}

const [root, db] = [document.querySelector('#root'), await open()]
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Provider db={db}>
        <BrowserRouter>
          <List />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  )
}
void navigator.serviceWorker.register('./worker.js')
