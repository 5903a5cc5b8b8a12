/**
 * Each package has one door: the files that may import it, as patterns. Replacing a package means
 * editing its door. Rooms that are not named here may not import it at all.
 */
export const doors: Readonly<Record<string, readonly RegExp[]>> = {
  axios: [/^replication\/http\/http\.ts$/],
  rxdb: [
    /^collections\//,
    /^replication\//,
    /^src\/(lib\/use-live|workspace\/workspace)\.ts$/,
    /^src\/dev\/[a-z-]+\.tsx?$/,
  ],
  rxjs: [/^collections\/storage\/sealed-storage\.ts$/, /^replication\//, /^src\//],
  dexie: [/^collections\/storage\/storage\.ts$/],
  'rxdb-hooks': [/^src\/lib\/use-live\.ts$/],
  valibot: [/^replication\//, /^src\/(session|backup|location)\//, /^server\//],
  react: [/^src\//],
  'react-dom': [/^src\//],
  'react-router-dom': [/^src\/lib\/navigation\.ts$/],
  'react-toastify': [/^src\/ui\/toast-library\.tsx$/],
  'lucide-react': [/^src\/ui\/icon\.tsx$/],
  victory: [/^src\/features\/dashboard\/activity-chart\.tsx$/],
  'react-easy-crop': [/^src\/features\/profile\/avatar-crop\.tsx$/],
  'browser-image-compression': [/^src\/features\/fill\/compress\.ts$/],
  'broadcast-channel': [/^tests\/tab-channel\.ts$/],
  'json-logic-js': [/^src\/features\/fill\/logic\.ts$/],
  '@tanstack/react-form': [/^src\/features\/fill\/fill-form\.tsx?$/],
  'workbox-precaching': [/^src\/pwa\/worker\.ts$/],
  'workbox-routing': [/^src\/pwa\/worker\.ts$/],
  hono: [/^server\//],
  '@hono/node-server': [/^server\/node-http\.ts$/],
  '@electric-sql/pglite': [/^server\/db-pglite\.ts$/],
  nodemailer: [/^server\/mail\.ts$/],
  pg: [/^server\/db-postgres\.ts$/],
  'fast-xml-parser': [/^server\/import\/xform\/xml\.ts$/],
  'read-excel-file': [/^server\/import\/sheet\/workbook\.ts$/],
  vite: [/^server\/dev-plugin\.ts$/],
}
