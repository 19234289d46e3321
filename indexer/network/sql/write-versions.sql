insert into network_version (ein, release)
select distinct ein, $1 from network_changed
on conflict (ein) do update set release = excluded.release
