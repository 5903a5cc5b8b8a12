/**
 * What each screen takes from the fixed packages, and nothing else: modules whose exports are all kept when they are
 * built. No route can be smaller. The package that compresses photos comes only with forms that have photos.
 */
const login = `
export { createContext, lazy, Suspense, use, useEffect, useMemo, useState } from 'react'
export { jsx } from 'react/jsx-runtime'
export { createRoot } from 'react-dom/client'
export { BehaviorSubject, distinctUntilChanged, filter, map, Observable, Subject } from 'rxjs'`

const dashboard = `${login}
export { Dexie } from 'dexie'
export { createPortal } from 'react-dom'
export { createPath, Link, Navigate, NavLink, Outlet, parsePath, Router } from 'react-router-dom'
export { useLocation, useNavigate, useParams, useRoutes, useSearchParams } from 'react-router-dom'
export { addRxPlugin, createRxDatabase } from 'rxdb'
export { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
export { RxDBcrdtPlugin } from 'rxdb/plugins/crdt'
export { Provider, useRxData } from 'rxdb-hooks'
export { firstValueFrom, merge, mergeMap, switchMap, throttleTime } from 'rxjs'
export { array, nullable, object, optional, safeParse, string } from 'valibot'`

const fill = `${dashboard}
export { FormApi, useStore } from '@tanstack/react-form'`

const kept = `${fill}
export { AxiosError, create, isCancel } from 'axios'
export { default as Cropper } from 'react-easy-crop'
export { ToastContainer, toast } from 'react-toastify'
export { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
export { replicateRxCollection } from 'rxdb/plugins/replication'
export { VictoryAxis, VictoryBar, VictoryContainer } from 'victory'`

/** By what is measured; `kept` is everything that the worker keeps. */
export const floors: Readonly<Record<string, string>> = { login, dashboard, fill, kept }

/** The five heaviest packages, each with what the app takes from it. */
export const heaviest: Readonly<Record<string, string>> = {
  'react, react-dom': `
export { createContext, useState } from 'react'
export { jsx } from 'react/jsx-runtime'
export { createPortal } from 'react-dom'
export { createRoot } from 'react-dom/client'`,
  victory: `export { VictoryAxis, VictoryBar, VictoryContainer } from 'victory'`,
  'rxdb, mingo, rxjs': `
export { addRxPlugin, createRxDatabase } from 'rxdb'
export { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
export { RxDBcrdtPlugin } from 'rxdb/plugins/crdt'`,
  dexie: `export { Dexie } from 'dexie'`,
  axios: `export { AxiosError, create, isCancel } from 'axios'`,
}
