import type { Recommendation, Recommendations, Similarity } from '@butaca/contract';
import { classes, Picture, Skeleton } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { lockedSentence, readCard, watchPath, type Card } from '../../../shared/card/card.ts';
import { useOpenCard } from '../../../shared/card/use-open-card.tsx';
import { isPlainClick } from '../../../platform/plain-click.ts';
import { recommendationsQuery, type WatchedItem } from './enrichment.queries.ts';
import { readKnown, readKnownList } from './known-text.ts';
import { GeneratedLabel, GeneratedMark, Panel } from './panel.tsx';

/** The largest number of recommendations that the watch page shows. @see docs/requisitos.md, R9.14 */
const recommendationsShown = 6;
const genresShown = 2;
const wordsShown = 4;

const similarityClass: Readonly<Record<string, string>> = {
  alta: 'similar--alta',
  media: 'similar--media',
};

/**
 * The panel «Recomendaciones» of the watch page: titles similar to the present one; those in the catalogue link to
 * their own watch page.
 */
export function RecommendationsPanel({ item }: { item: WatchedItem }) {
  const query = useQuery(recommendationsQuery(item));
  const shown = (query.data?.recommendations ?? [])
    .filter(({ title }) => readKnown(title) !== undefined)
    .slice(0, recommendationsShown);
  if (query.data !== undefined && shown.length === 0) return null;
  return (
    <Panel
      title="Recomendaciones"
      className="recs"
      query={query}
      failure="Error cargando recomendaciones"
      waiting="Cargando recomendaciones..."
      skeleton={<Waiting />}
    >
      {(answer) => <Shown answer={answer} shown={shown} />}
    </Panel>
  );
}

function Shown({ answer, shown }: { answer: Recommendations; shown: readonly Recommendation[] }) {
  const { pathname } = useLocation();
  // The back button of the recommended title's watch page leads to the present watch page.
  const { open, dialogs } = useOpenCard(pathname);
  const isGenerated = ({ source = answer.source }: Recommendation): boolean => source === 'gemini';
  const isWhole = shown.every(isGenerated);
  return (
    <>
      {isWhole ? <GeneratedLabel source="gemini" /> : null}
      <ul className="recs__list">
        {shown.map((recommendation, index) => (
          // A recommendation's React key uses its index too: recommended titles outside the catalogue have no id, and
          // two may have the same title.
          <li key={recommendation._id ?? `${index} ${recommendation.title}`}>
            <Recommended
              recommendation={recommendation}
              isMarked={!isWhole && isGenerated(recommendation)}
              from={pathname}
              onOpen={open}
            />
          </li>
        ))}
      </ul>
      <About answer={answer} isMarked={!isWhole && answer.source === 'gemini'} />
      {dialogs}
    </>
  );
}

interface AboutProps {
  answer: Recommendations;
  isMarked: boolean;
}

/**
 * The section of the recommendations panel about what the recommended titles have in common with the present one: mood,
 * genres, themes.
 */
function About({ answer: { mood, genres, themes }, isMarked }: AboutProps) {
  const lines = [
    { label: 'Tono', words: readKnownList([mood]) },
    { label: 'Géneros', words: readKnownList(genres) },
    { label: 'Temas', words: readKnownList(themes) },
  ].filter(({ words }) => words.length > 0);
  if (lines.length === 0) return null;
  return (
    <div className="recs__about">
      <dl>
        {lines.map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words.slice(0, wordsShown).join(', ')}</dd>
          </div>
        ))}
      </dl>
      {isMarked ? <GeneratedMark /> : null}
    </div>
  );
}

interface RecommendedProps {
  recommendation: Recommendation;
  /**
   * Whether this recommended title gets the label «IA», because an AI model recommended it while other titles of the
   * list come from the catalogue.
   */
  isMarked: boolean;
  from: string;
  onOpen: (card: Card) => void;
}

function Recommended({ recommendation, isMarked, from, onOpen }: RecommendedProps) {
  const card = recommendation.video === null ? undefined : readCard(recommendation.video);
  if (card === undefined) {
    return (
      <div className="rec">
        <Poster title={recommendation.title} url={null} />
        <Words recommendation={recommendation} isMarked={isMarked} card={undefined} />
      </div>
    );
  }
  return (
    <Link
      className="rec"
      {...watchPath(card, from)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen(card);
      }}
    >
      <Poster title={card.title} url={card.posterUrl} />
      <Words recommendation={recommendation} isMarked={isMarked} card={card} />
    </Link>
  );
}

interface WordsProps {
  recommendation: Recommendation;
  isMarked: boolean;
  card: Card | undefined;
}

function Words({ recommendation, isMarked, card }: WordsProps) {
  const { title, reason, similarity } = recommendation;
  const about = [card?.year?.toString(), card?.genres.slice(0, genresShown).join(', ')].filter(Boolean);
  const alike = [
    nameSimilarity(similarity),
    card === undefined ? 'No está en el catálogo' : undefined,
  ].filter(Boolean);
  return (
    <span className="rec__words">
      <b>
        <span className={classes('similar', similarityClass[similarity])} aria-hidden />
        <span className="rec__title">{card?.title ?? title}</span>
        {isMarked ? <GeneratedMark /> : null}
      </b>
      {readKnown(reason) === undefined ? null : <span className="rec__reason">{reason}</span>}
      <small>
        {about.length === 0 ? null : <span className="rec__about">{about.join(' · ')}</span>}
        {alike.length === 0 ? null : (
          <span className="rec__alike">
            {about.length === 0 ? null : ' · '}
            {alike.join(' · ')}
          </span>
        )}
      </small>
      {card?.locked === true ? <span className="rec__locked">{lockedSentence}</span> : null}
    </span>
  );
}

/**
 * The Spanish label of a recommendation's similarity, such as «Similitud alta»; «media» (medium) if the server gives
 * none, and no label for a low one.
 *
 * @see docs/requisitos.md, R9.18
 */
function nameSimilarity(similarity: Similarity): string | undefined {
  return similarity === 'baja' ? undefined : `Similitud ${similarity === 'alta' ? 'alta' : 'media'}`;
}

function Poster({ title, url }: { title: string; url: string | null }) {
  return (
    <span className="rec__poster" aria-hidden>
      <Picture name={title} shape="small" url={url} />
    </span>
  );
}

/**
 * The loading state of the recommendations panel: skeletons in the number and height of the recommendations that will
 * replace them.
 */
function Waiting() {
  return (
    <ul className="recs__list" aria-hidden>
      {Array.from({ length: recommendationsShown }, (_item, index) => (
        <li key={index}>
          <span className="rec">
            <span className="rec__poster">
              <Skeleton shape="poster" />
            </span>
            <span className="rec__words rec__words--waiting">
              <Skeleton shape="line" width="58%" />
              <Skeleton shape="line" width="92%" />
              <Skeleton shape="line" width="44%" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
