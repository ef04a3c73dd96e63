import { VideoList } from './video-list.tsx';

/** The administration tab «Todos los VODs»: the table of videos of every type, with a type filter. */
export function AllVideos() {
  return <VideoList tab="manage_vod" />;
}

export function MovieList() {
  return <VideoList tab="manage_movies" tipo="pelicula" />;
}

/** The administration tab «Series»: the table of series, with a subcategory filter. */
export function SeriesList() {
  return <VideoList tab="manage_series" tipo="serie" />;
}

export function AnimeList() {
  return <VideoList tab="manage_animes" tipo="anime" />;
}

export function DoramaList() {
  return <VideoList tab="manage_doramas" tipo="dorama" />;
}

export function NovelaList() {
  return <VideoList tab="manage_novelas" tipo="novela" />;
}

export function DocumentalList() {
  return <VideoList tab="manage_documentales" tipo="documental" />;
}
