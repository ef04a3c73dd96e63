/**
 * The imports that ARCHITECTURE.md forbids, as rules for dependency-cruiser, each with a sentence that explains it.
 * Paths are relative to the repository's root, with `/`. `$1` in a `to` pattern stands for the first group that the
 * `from` pattern matched.
 *
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export const boundaryRules = [
  {
    name: 'no-cycle',
    comment: 'No two files need each other, not even for a type.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-is-found',
    comment: 'An import that cannot be followed would pass every other rule unseen.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'apps-stand-alone',
    comment: 'An app never imports another app.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'packages-know-no-app',
    comment: 'A package never imports an app.',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'only-the-server-has-a-database',
    comment: 'Everything else gets data from the server through the contract.',
    from: { path: '^(apps|packages)/', pathNot: '^(apps/server|packages/db)/' },
    to: { path: '^packages/db/' },
  },
  {
    name: 'packages-stand-alone',
    comment: 'contract, ui, bridge, db, titles, xtream and ts import nothing of ours.',
    from: { path: '^packages/([^/]+)/', pathNot: '^packages/(testing|player|m3u|guide|facts)/' },
    to: { path: '^packages/', pathNot: '^packages/$1/' },
  },
  {
    name: 'the-player-knows-only-transport-streams',
    comment:
      'The player plays any media, so it imports the reader of transport streams and nothing else of ours.',
    from: { path: '^packages/player/' },
    to: { path: '^packages/', pathNot: '^packages/(player|ts)/' },
  },
  {
    name: 'lists-know-only-names',
    comment: 'The reader of M3U lists imports the reader of names and nothing else of ours.',
    from: { path: '^packages/m3u/' },
    to: { path: '^packages/', pathNot: '^packages/(m3u|titles)/' },
  },
  {
    name: 'guides-know-only-names',
    comment: 'The reader of guides imports the reader of names and nothing else of ours.',
    from: { path: '^packages/guide/' },
    to: { path: '^packages/', pathNot: '^packages/(guide|titles)/' },
  },
  {
    name: 'facts-know-only-names',
    comment:
      'The package of facts imports the reader of names and nothing else of ours; its tests import the fakes.',
    from: { path: '^packages/facts/' },
    to: { path: '^packages/', pathNot: '^packages/(facts|titles|testing)/' },
  },
  {
    name: 'testing-knows-only-the-contract',
    comment: 'Fakes and seeds speak the language of the wire and nothing else.',
    from: { path: '^packages/testing/' },
    to: { path: '^packages/', pathNot: '^packages/(testing|contract)/' },
  },
  {
    name: 'testing-stays-in-tests',
    comment: 'What is made for tests never reaches the product.',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '^packages/testing/|^apps/e2e/|\\.test\\.tsx?$' },
    to: { path: '^packages/(testing/|[^/]+/test/)|^apps/[^/]+/test/' },
  },
  {
    name: 'the-web-needs-no-parser-of-lists',
    comment:
      'Lists, accounts and guides are read by the server, streams by the player; the web knows the contract, the player, the bridge and the components.',
    from: { path: '^apps/web/' },
    to: { path: '^packages/(facts|guide|m3u|titles|xtream|ts)/' },
  },
  {
    name: 'the-server-has-no-screen',
    comment: 'The server imports contract, db, facts, guide, m3u, titles, xtream and ts.',
    from: { path: '^apps/server/' },
    to: { path: '^packages/(ui|player|bridge)/' },
  },
  {
    name: 'platform-knows-no-feature',
    comment: 'Platform is what features stand on. A test of it may start the whole app.',
    from: { path: '^apps/([^/]+)/src/platform/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/$1/src/(features/|wiring/|(app|main|routes)\\.tsx?$)' },
  },
  {
    name: 'features-know-no-app',
    comment: 'The app connects features; they never look back at it.',
    from: { path: '^apps/([^/]+)/src/features/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/$1/src/(wiring/|(app|main|routes)\\.tsx?$)' },
  },
  {
    name: 'features-stand-alone',
    comment: 'A feature declares the little it needs of another as an interface; the app supplies it.',
    from: { path: '^apps/server/src/features/([^/]+/[^/]+)/' },
    to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/' },
  },
  {
    name: 'one-door-to-a-feature-of-the-server',
    comment: 'Outsiders import its index.ts.',
    // What tests parsers or makes what the tests of a feature need is exempt from the rule that outsiders import a feature's
    // index.ts: it stands in for the inside of that feature, and no test helper lives in src.
    from: {
      path: '^apps/server/',
      pathNot:
        '^apps/server/src/features/|^apps/server/test/(?:fuzz/parsers\\.ts|growth/readers\\.ts|media/|gateway/|programs/|film-merge/)',
    },
    to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/[^/]+/[^/]+/index\\.ts$' },
  },
  {
    name: 'one-door-to-a-feature-of-the-web',
    comment: 'Outsiders import its index.ts or a *.screen.tsx.',
    // What loads or opens a screen for its tests needs the list of the administration's tabs.
    from: {
      path: '^apps/web/',
      pathNot: '^apps/web/src/features/|^apps/web/test/(load-screen|open-admin-tab)\\.tsx?$',
    },
    to: {
      path: '^apps/web/src/features/',
      pathNot:
        '^apps/web/src/features/((browse|television)/[^/]+|watch|account|admin)/(index\\.ts|[^/]+\\.screen\\.tsx)$',
    },
  },
  {
    name: 'one-door-to-a-package',
    comment:
      'Outsiders import a package by its name: what its index.ts gives, a stylesheet, or its door for tests.',
    from: { path: '^(apps|packages)/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: '^$1/$2/|^packages/[^/]+/(src/index\\.ts|test/index\\.ts|src/.+\\.css)$',
    },
  },
  {
    name: 'no-barrel-inside-an-app',
    comment: 'In an app an index.ts is the door of a feature and nothing else.',
    from: { path: '^apps/' },
    to: {
      path: '^apps/.+/index\\.tsx?$',
      pathNot: '^apps/server/src/features/[^/]+/[^/]+/index\\.ts$|^apps/web/',
    },
  },
  {
    name: 'platform-of-the-server-knows-no-product-noun',
    comment: 'Sessions, sources, titles and channels are in shared, which stands on platform.',
    from: { path: '^apps/server/src/platform/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/server/src/(shared|features|wiring)/' },
  },
  {
    name: 'shared-of-the-server-knows-no-feature',
    comment:
      'Features stand on shared; it imports platform, contract, db, facts, guide, m3u, titles, xtream and ts. A test of it may start the whole server.',
    from: { path: '^apps/server/src/shared/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/server/src/((features|wiring)/|[^/]+$)' },
  },
  {
    name: 'shared-of-the-server-has-no-routes',
    comment: 'A route belongs to a feature.',
    from: {},
    to: { path: '^apps/server/src/shared/.+\\.routes\\.ts$' },
  },
  {
    name: 'platform-of-the-web-knows-no-product-noun',
    comment: 'Cards, favourites and paths are in shared, which stands on platform.',
    from: { path: '^apps/web/src/platform/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/web/src/(shared|features|layout)/' },
  },
  {
    name: 'shared-of-the-web-knows-no-feature',
    comment:
      'Features stand on shared; it imports platform, contract, ui and player. A test of it may open the page.',
    from: { path: '^apps/web/src/shared/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/web/src/((features|layout)/|[^/]+$)' },
  },
  {
    name: 'shared-of-the-web-has-no-screen',
    comment: 'A screen belongs to a feature.',
    from: {},
    to: { path: '^apps/web/src/shared/.+\\.screen\\.tsx$' },
  },
  {
    name: 'features-of-the-web-stand-alone',
    comment: 'What two of them need is in shared, also when they are neighbours in browse or television.',
    from: { path: '^apps/web/src/features/((browse|television)/[^/]+|watch|account|admin)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'neighbourhoods-of-the-web-hold-features-only',
    comment: 'A neighbourhood is a folder of features; a feature outside of one is watch, account or admin.',
    from: {},
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/((browse|television)/[^/]+|watch|account|admin)/',
    },
  },
  {
    name: 'features-of-the-web-know-no-layout',
    comment: 'The layout is drawn around the screens; a test of a feature may open the page.',
    from: { path: '^apps/web/src/features/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/web/src/(layout/|[^/]+$)' },
  },
  {
    name: 'the-player-of-watch-stands-alone',
    comment: 'The watch page gives its player what it needs; the player knows nothing else of the page.',
    from: { path: '^apps/web/src/features/watch/player/' },
    to: { path: '^apps/web/src/features/watch/', pathNot: '^apps/web/src/features/watch/player/' },
  },
  {
    name: 'no-barrel-inside-the-web',
    comment: 'An index.ts is the door of a feature; the neighbourhoods browse and television have none.',
    from: { path: '^apps/' },
    to: {
      path: '^apps/web/.+/index\\.tsx?$',
      pathNot: '^apps/web/src/features/((browse|television)/[^/]+|watch|account|admin)/index\\.ts$',
    },
  },
];

/**
 * A rule about texts that only some source files may contain.
 *
 * @typedef {object} TextRule
 * @property {string} name
 * @property {string} comment - why the rule holds
 * @property {RegExp} path - the files to which the rule applies
 * @property {RegExp} [pathNot] - exceptions among these files
 * @property {RegExp} text - the text that these files may not contain; `\s` in it also matches the end of a line
 */

/**
 * Matches an SQL statement that writes a table of videos or channels, and a call of Kysely that does. A statement may
 * name the table plainly, with its schema or as `${sql.table('video')}`. A table that a variable names cannot be told
 * apart, so outside of the folders `shared` no statement that inserts, updates or deletes may take its table from a
 * variable.
 */
const writeOfCatalogueTables = (() => {
  const tables = '(?:video|season|chapter|video_genre|channel|channel_source)\\b';
  const schema = '(?:"?public"?\\s*\\.\\s*)?';
  const statement =
    '(?:insert\\s+into|update|delete\\s+from|merge\\s+into|copy|truncate(?:\\s+table)?)\\s+(?:only\\s+)?';
  const written = `${schema}"?${tables}|\\$\\{\\s*sql\\.(?:table|ref|id)\\(\\s*['"\`](?:public\\.)?${tables}`;
  const putIn = '(?:insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(?:only\\s+)?\\$\\{';
  const called = `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`](?:public\\.)?${tables}`;
  return new RegExp(`\\b(?:${statement}(?:${written})|${putIn}|${called})`, 'i');
})();

/**
 * Rules for what imports cannot show: texts that only some source files may contain. Lines that are comments are not
 * checked.
 *
 * @type {TextRule[]}
 */
export const textRules = [
  {
    name: 'calls-of-the-web-are-in-queries',
    comment:
      'A screen names neither a call to the server nor a key of the query cache; its *.queries.ts does.',
    path: /^apps\/web\/src\//,
    // The script early.ts is exempt from the rule that only *.queries.ts files call the server: it runs before the
    // application and shares no code with it.
    pathNot: /^apps\/web\/src\/(platform|shared)\/|\.queries\.ts$|\.test\.tsx?$|^apps\/web\/src\/early\.ts$/,
    text: /\b(?:api|startCall|readEvents|uploadFile|startUpload|downloadFile|fetch)\(|\bqueryKey\b/,
  },
  {
    name: 'platform-of-the-web-names-no-product-noun',
    comment: 'What names a channel, a video or a plan belongs to shared or to a feature.',
    path: /^apps\/web\/src\/platform\//,
    pathNot: /\.test\.tsx?$/,
    text: /channel|video|film|movie|chapter|favourite|billboard|\bplan\b/i,
  },
  {
    name: 'platform-of-the-server-names-no-product-noun',
    comment: 'What names the catalogue, a channel, a video or a plan belongs to shared or to a feature.',
    path: /^apps\/server\/src\/platform\//,
    // The configuration and the paths in the repository are exempt from the rule that the platform names no product
    // noun: some variables and folders are named after product nouns.
    pathNot: /\/platform\/(?:config|project-root)\.ts$|\.test\.ts$/,
    text: /(?<!error)catalogue|channel|video|film|movie|chapter|favourite|billboard|\bdemo|\bplan\b/i,
  },
  {
    name: 'routes-are-in-routes-files',
    comment: 'Who looks for a route opens its feature’s *.routes.ts.',
    path: /^apps\/server\/src\//,
    pathNot: /\.routes\.ts$|\.test\.ts$/,
    text: /\bserve\(/,
  },
  {
    name: 'only-clocks-read-the-time',
    comment:
      'A date of the present time comes from a clock. The linter refuses timers and all other clocks, but has no rule for this.',
    path: /^(?:apps\/(?:server|web)|packages\/(?:bridge|contract|db|facts|guide|m3u|player|titles|ts|ui|xtream))\/src\//,
    pathNot:
      /^(?:apps\/server\/src\/platform|apps\/web\/src\/platform\/base|packages\/[a-z]+\/src\/base)\/clock\.ts$|\.test\.tsx?$/,
    text: /\bnew Date\(\)/,
  },
  {
    name: 'only-shared-writes-videos-and-channels',
    comment:
      'The derived columns of these tables are kept by shared/video and shared/channel and by nobody else.',
    path: /^(?:apps|packages)\/[^/]+\/src\//,
    pathNot: /^apps\/server\/src\/shared\/(?:video|channel)\/|^packages\/db\/src\/migrations\/|\.test\.ts$/,
    text: writeOfCatalogueTables,
  },
];
