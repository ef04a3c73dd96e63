import { Button, classes, DensityToggle, EmptyState, SearchField, Skeleton } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import type { Card } from '../../../shared/card/card.ts';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity, useFilters, useSearchTerm } from '../../../shared/filters.ts';
import { useCardSearch } from '../../../shared/card/search-cards.ts';
import { SideList } from '../../../shared/grid/side-list.tsx';
import { paths } from '../../../shared/paths.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { allCollections, cardCollectionsQuery, cardsOfAll, findCollection } from './collections.queries.ts';
import {
  collectionsFailed,
  collectionsWaiting,
  emptyWords,
  missingSentence,
  noCollections,
} from './collections.texts.ts';
import { CreateCollectionDialog } from './create-collection-dialog.tsx';
import { Deletion, useRemoval } from './edit-collection.tsx';
import './collections.css';

const wordsOf = ({ title, description, genres }: Card) => [title, description, ...genres];

/** The screen «Colecciones»: the names of the collections, and the titles of the collection that the URL names. */
export function CollectionsScreen() {
  const { read } = useFilters();
  const wanted = read('coleccion');
  const [density, setDensity] = useDensity();
  const { typed, onType, forget } = useSearchTerm();
  const query = useQuery(cardCollectionsQuery());
  useWindowFocus(() => void query.refetch({ cancelRefetch: false }));
  const known = query.data;
  const chosen = useMemo(() => findCollection(known ?? [], wanted), [known, wanted]);
  const name = wanted === '' ? allCollections : (chosen?.name ?? wanted);
  const hasNone = known?.length === 0;
  const isMissing = known !== undefined && !hasNone && wanted !== '' && chosen === undefined;
  const all = useMemo(
    () => known && (wanted === '' ? cardsOfAll(known) : chosen?.cards),
    [known, wanted, chosen],
  );
  const { cards, term } = useCardSearch(all, typed.trim(), wordsOf);
  const empty = emptyWords(name, term, isAdmin());
  const remove = useRemoval(chosen);

  return (
    <main className="page sided collections" id="contenido" tabIndex={-1}>
      <div className="page__head sided__head">
        <h1 className={classes(wanted !== '' && 'is-named')}>Colecciones: {name}</h1>
        <div className="page__tools">
          <SearchField
            className="sided__search"
            label="Buscar en la colección"
            placeholder="Buscar título..."
            value={typed}
            onValueChange={onType}
          />
          {chosen !== undefined && isAdmin() ? <Deletion key={chosen.id} collection={chosen} /> : null}
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <SideList
        label="Colecciones"
        items={[
          { value: '', label: allCollections, to: paths.collections },
          ...(known ?? []).map((each) => ({
            value: each.id,
            label: each.name,
            to: paths.collection(each.name),
          })),
        ]}
        chosen={wanted === '' ? '' : (chosen?.id ?? wanted)}
        onChoose={forget}
        foot={known === undefined ? <NamesWaiting isIdle={query.isError} /> : hasNone ? null : <Creation />}
      />
      <div className="sided__list">
        {isMissing ? (
          <EmptyState
            title={missingSentence(wanted)}
            action={
              <Button variant="primary" render={<Link to={paths.collections} replace />}>
                Ver todas las colecciones
              </Button>
            }
          />
        ) : hasNone ? (
          <EmptyState
            title={noCollections.title}
            reason={isAdmin() ? noCollections.adminReason : noCollections.reason}
            action={isAdmin() ? <Creation isFirst /> : undefined}
          />
        ) : (
          <CardGrid
            key={name}
            label={`Títulos de ${name}`}
            list={{
              cards,
              isLocked: all?.every(({ locked }) => locked),
              error: known === undefined ? query.error : null,
              isChanging: false,
              retry: () => void query.refetch(),
            }}
            density={density}
            isMixed
            waiting={collectionsWaiting}
            failed={collectionsFailed}
            empty={empty.title}
            emptyReason={empty.reason}
            onRemove={remove}
          />
        )}
      </div>
    </main>
  );
}

/**
 * Placeholders for the names of the collections while these load; on a phone the strip of names has no room for them.
 */
function NamesWaiting({ isIdle }: { isIdle: boolean }) {
  if (isIdle) return null;
  return (
    <div className="collections__names" aria-hidden="true">
      {['70%', '85%', '60%', '75%'].map((width) => (
        <Skeleton key={width} shape="line" width={width} />
      ))}
    </div>
  );
}

/** The button «Crear colección», which only administrators see; the new collection's page opens afterwards. */
function Creation({ isFirst = false }: { isFirst?: boolean }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (!isAdmin()) return null;
  const look = isFirst
    ? ({ variant: 'primary' } as const)
    : ({ variant: 'line', size: 'sm', className: 'collections__create' } as const);
  return (
    <>
      <Button {...look} icon={<Plus className="ico" aria-hidden />} onClick={() => setOpen(true)}>
        <span>Crear colección</span>
      </Button>
      {isOpen ? (
        <CreateCollectionDialog
          onClose={() => setOpen(false)}
          onCreated={({ name }) => {
            setOpen(false);
            navigate(paths.collection(name));
          }}
        />
      ) : null}
    </>
  );
}

function useWindowFocus(onFocus: () => void): void {
  const handleFocus = useEffectEvent(onFocus);
  useEffect(() => {
    const listener = (): void => handleFocus();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
