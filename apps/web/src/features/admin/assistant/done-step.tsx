import type { ImportDetail } from '@butaca/contract';
import { Button, Notice } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { GuideOffers } from '../guides/guide-offers.tsx';
import { guidesQuery } from '../guides/guides.queries.ts';
import { ImportAccess } from '../imports/import-access.tsx';
import { describeResult } from '../imports/import-words.ts';
import { firstChannelQuery } from './assistant.queries.ts';
import { texts } from './assistant.texts.ts';
import { takeFreeFocus } from './take-free-focus.ts';

/** The last step: what was imported, the way to its first channel, and the guides for its channels. */
export function DoneStep({ result, onAnother }: { result: ImportDetail; onAnother: () => void }) {
  const { _id: id, movies, series, access } = result;
  const first = useQuery(firstChannelQuery(id));
  const isNew = result.added + result.updated > 0;
  return (
    <div className="assistant__done">
      <Notice tone={isNew ? 'ok' : 'info'} title={isNew ? texts.ready : texts.nothingNew}>
        {describeResult(result)}
      </Notice>
      {result.explanation !== null && <p className="assistant__quiet">{result.explanation}</p>}
      <div className="assistant__acts">
        {first.isPending && (
          <Button variant="primary" loading>
            {texts.openFirst}
          </Button>
        )}
        {first.isError && (
          <Button variant="primary" ref={takeFreeFocus} render={<Link to={paths.liveTv} />}>
            {texts.openLiveTv}
          </Button>
        )}
        {first.data && (
          <Button
            variant="primary"

            ref={takeFreeFocus}
            icon={<Play className="ico" />}
            render={<Link to={paths.watch('channel', first.data.id)} />}
          >
            {texts.openFirst}
          </Button>
        )}
        {first.data && (
          <Button variant="line" render={<Link to={paths.liveTv} />}>
            {texts.openLiveTv}
          </Button>
        )}
        {movies > 0 && (
          <Button variant="line" render={<Link to={paths.movies} />}>
            {texts.openMovies}
          </Button>
        )}
        {series > 0 && (
          <Button variant="line" render={<Link to={paths.series} />}>
            {texts.openSeries}
          </Button>
        )}
        <Button variant="ghost" ref={first.data === null ? takeFreeFocus : undefined} onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
      {first.isError && <p className="assistant__quiet">{messageOf(first.error, texts.failedConnection)}</p>}
      {first.data && <p className="assistant__quiet">{texts.firstIs(first.data.name)}</p>}
      {first.data && <ChannelGuide />}
      {access !== null && <ImportAccess id={id} access={access} />}
      <p className="assistant__quiet">
        <Link to={{ search: '?tab=providers' }}>{texts.toProviders}</Link>
        <Link to={{ search: `?tab=imports&id=${id}` }}>{texts.toReport}</Link>
      </p>
    </div>
  );
}

/** The guides that providers offer, one click away from being used; where there are none, the way to add one. */
function ChannelGuide() {
  const { data } = useQuery(guidesQuery());
  if (data === undefined) return null;
  const { sources, offers, coverage } = data;
  return (
    <>
      <GuideOffers offers={offers} title={texts.guideTitle} reason={texts.guidePurpose} />
      {(sources.length > 0 || offers.length === 0) && (
        <p className="assistant__quiet">
          {sources.length === 0 ? texts.guideMissing : `${coverage.sentence}.`}
          <Link to={{ search: '?tab=guides' }}>{sources.length === 0 ? texts.addGuide : texts.toGuides}</Link>
        </p>
      )}
    </>
  );
}
