import { Button, Carousel, EmptyState, ErrorState, LogoTile, SkeletonTiles, Spinner } from '@butaca/ui';
import type { ChannelCard } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../platform/api/api-error.ts';
import { imageAddress } from '../../platform/api/image-address.ts';
import { paths } from '../../platform/paths.ts';
import { featuredChannelsQuery } from './home.queries.ts';
import './home.css';

/** The carousels of a signed-in person, each shown only when it has something. */
export function HomeScreen() {
  const channels = useQuery(featuredChannelsQuery());
  return (
    <main className="home" id="contenido" tabIndex={-1}>
      <h1 className="vh">Inicio</h1>
      {channels.isPending && (
        <div className="home__waiting">
          <Spinner />
          <SkeletonTiles count={6} label="Cargando contenido destacado..." />
        </div>
      )}
      {channels.isError && (
        <ErrorState
          title={messageOf(channels.error, 'No se pudo cargar el contenido destacado.')}
          action={
            <Button variant="primary" onClick={() => void channels.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {channels.isSuccess && channels.data.length === 0 && (
        <EmptyState
          title="No hay contenido destacado en este momento."
          action={
            <Button variant="primary" render={<Link to={paths.liveTv} />}>
              Ver TV en Vivo
            </Button>
          }
        />
      )}
      {channels.isSuccess && channels.data.length > 0 && (
        <Carousel heading="Canales en Vivo Destacados" size="tile">
          {channels.data.map((channel) => (
            <li key={channel._id}>
              <FeaturedChannel channel={channel} />
            </li>
          ))}
        </Carousel>
      )}
    </main>
  );
}

function FeaturedChannel({ channel }: { channel: ChannelCard }) {
  return (
    <LogoTile
      name={channel.name}
      caption={channel.section}
      logoUrl={channel.logo && imageAddress(channel.logo)}
      color={channel.colour}
      tag="En vivo"
      lockLabel={channel.locked ? 'Tu plan no lo incluye' : undefined}
      eager
      render={
        <Link
          to={paths.watch('channel', channel._id)}
          state={{ from: paths.home, title: channel.name, logo: channel.logo, colour: channel.colour }}
        />
      }
    />
  );
}
